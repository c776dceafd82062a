/** Keeps the screen on while a game on paper is shown, where the browser can. */

export class WakeLock {
  /** Whether the screen stays on; false where the browser cannot, as on pages without https. */
  isHeld = $state(false);
  #lock: WakeLockSentinel | null = null;
  #isWanted = false;

  static get isPossible(): boolean {
    return "wakeLock" in navigator;
  }

  /** A browser gives it back whenever the page is hidden; it is asked for again when it is shown. */
  start(): () => void {
    this.#isWanted = true;
    const onVisible = () => void this.#request();
    document.addEventListener("visibilitychange", onVisible);
    void this.#request();
    return () => {
      this.#isWanted = false;
      document.removeEventListener("visibilitychange", onVisible);
      void this.#lock?.release();
    };
  }

  async #request(): Promise<void> {
    if (!WakeLock.isPossible || document.visibilityState !== "visible" || this.#lock?.released === false) return;
    try {
      const lock = await navigator.wakeLock.request("screen");
      if (!this.#isWanted) return await lock.release();
      this.#lock = lock;
      this.isHeld = true;
      lock.addEventListener("release", () => (this.isHeld = false));
    } catch {
      this.isHeld = false; // the battery is low, or it is forbidden
    }
  }
}
