/** Prints an SVG picture that has the size of a sheet of paper, alone on its page. */

export function printSvg(text: string): void {
  const image = new Image();
  image.className = "printed-sheet";
  image.alt = "";
  image.onload = () => {
    const [width, height] = /width="([\d.]+mm)" height="([\d.]+mm)"/.exec(text)?.slice(1) ?? ["210mm", "297mm"];
    const style = new CSSStyleSheet(); // the page's policy forbids style elements
    style.replaceSync(`
      .printed-sheet { display: none; }
      @page { size: ${width} ${height}; margin: 0; }
      @media print {
        html, body { background: #fff; }
        body > :not(.printed-sheet) { display: none !important; }
        .printed-sheet { display: block; width: ${width}; height: ${height}; }
      }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    document.body.append(image);
    addEventListener("afterprint", () => {
      image.remove();
      URL.revokeObjectURL(image.src);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== style);
    }, { once: true });
    print();
  };
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
}
