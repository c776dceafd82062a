/** Says sentences aloud in the player's language, with the voices of the device. */
import { language } from "../lib/language.svelte";
import { readText, removeText, writeText } from "../lib/local-storage";

const KEY = "companion-voice";

export function hasVoice(): boolean {
  return "speechSynthesis" in window;
}

export function isVoiceOn(): boolean {
  return hasVoice() && readText(KEY) !== null;
}

export function setVoice(isOn: boolean): void {
  if (isOn) writeText(KEY, "1");
  else removeText(KEY);
  if (!isOn && hasVoice()) speechSynthesis.cancel();
}

/** What was being said before is cut short. */
export function say(sentences: readonly string[]): void {
  if (!isVoiceOn()) return;
  speechSynthesis.cancel();
  for (const sentence of sentences) {
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = language();
    const voice = speechSynthesis.getVoices().find(({ lang }) => lang.split(/[-_]/)[0] === language());
    if (voice) utterance.voice = voice;
    speechSynthesis.speak(utterance);
  }
}
