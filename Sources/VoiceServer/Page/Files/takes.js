// Pending uploads in IndexedDB, which survive a page reload. Order of recording, without duplicates.

const shelf = "takes";

/** The uploads in memory by digest, for browsers without storage (some private windows). */
const fleeting = new Map();

function opened() {
  return new Promise((done, failed) => {
    const request = indexedDB.open("sagevoice", 1);
    request.onupgradeneeded = () => {
      const made = request.result.createObjectStore(shelf, { keyPath: "order", autoIncrement: true });
      made.createIndex("digest", "digest", { unique: true });
    };
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

async function within(mode, act) {
  const kept = await opened();
  try {
    return await new Promise((done, failed) => {
      const work = kept.transaction(shelf, mode, { durability: "strict" });
      const request = act(work.objectStore(shelf));
      work.oncomplete = () => done(request.result);
      work.onabort = () => failed(work.error);
    });
  } finally {
    kept.close();
  }
}

/** Saves a recording; repeated bytes are ignored. */
export async function keep(take) {
  try {
    await within("readwrite", (takes) => takes.add(take));
  } catch (error) {
    if (error?.name === "ConstraintError") return;
    fleeting.set(take.digest, { ...take, order: take.digest });
  }
}

/** Updates a recording. */
export async function change(take) {
  if (fleeting.has(take.order)) fleeting.set(take.order, take);
  else await within("readwrite", (takes) => takes.put(take));
}

/** Returns all recordings, oldest first. */
export async function all() {
  const kept = await within("readonly", (takes) => takes.getAll()).catch(() => []);
  return [...kept, ...fleeting.values()];
}

/** Deletes an acknowledged recording. */
export async function remove({ order }) {
  if (!fleeting.delete(order)) await within("readwrite", (takes) => takes.delete(order));
}

/** Deletes all recordings, after sign-out or erasure. */
export async function clear() {
  fleeting.clear();
  await within("readwrite", (takes) => takes.clear()).catch(() => {});
}
