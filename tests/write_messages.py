"""Collects all messages into fulgence.pot and brings the catalogue of every language up to date.

What is new there has an empty translation, what is gone leaves; `make messages` runs this.
"""

from __future__ import annotations

from language.extraction import TEMPLATE, catalogue_files, extracted, formatted, read_catalogue


def main() -> None:
    template = extracted()
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(formatted(template))
    for tag, file in catalogue_files().items():
        catalog = read_catalogue(file)
        catalog.update(template, no_fuzzy_matching=True)
        file.write_bytes(formatted(catalog))
        left = sum(not message.string or not all(message.string) for message in catalog if message.id)
        print(f"{tag}: {len(catalog)} messages, {left} to translate")


if __name__ == "__main__":
    main()
