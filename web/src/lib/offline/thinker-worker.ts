/** Thinks: moves of bots, reviews, analysis, pictures. The referee goes on meanwhile. */
import { holdForLife } from "./alive";
import { Python } from "./start-python";
import type { Answer, FromWorker, ToWorker } from "./worker-messages";

/** The functions of browser/workers.py that it calls. */
interface Thinker {
  python: Python;
  think: (job: string, language: string) => string;
  weightsFor: (job: string) => string;
}

const tell = (message: FromWorker) => self.postMessage(message);
let started: Promise<Thinker>;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "start") started = start(data);
  else if (data.type === "think") void answer(data.id, data.job, data.language);
};

async function start(options: Extract<ToWorker, { type: "start" }>): Promise<Thinker> {
  await holdForLife(options.lock);
  tell({ type: "living" });
  try {
    const python = await Python.start(options);
    const workers = python.pyodide.pyimport("fulgence.browser.workers") as { think: Thinker["think"]; weights_for: Thinker["weightsFor"] };
    tell({ type: "started" });
    return { python, think: workers.think, weightsFor: workers.weights_for };
  } catch (error) {
    tell({ type: "failed", message: String(error) });
    throw error;
  }
}

async function answer(id: number, job: string, language: string): Promise<void> {
  const { python, think, weightsFor } = await started;
  try {
    await python.loadWeights(JSON.parse(weightsFor(job)) as string[]).catch((error: unknown) => console.info("fulgence: without the weights:", error));
    tell({ type: "answer", id, ...(JSON.parse(think(job, language)) as Answer) });
  } catch (error) {
    console.error(error);
    self.close(); // the page starts another worker
  }
}
