/** Deletes what `keepBundle` has kept, of all versions. */

export async function forgetBundle(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith("fulgence-offline-"));
  await Promise.all(names.map((name) => caches.delete(name)));
}
