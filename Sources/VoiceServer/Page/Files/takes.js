// Pending uploads in IndexedDB, which survive a page reload. Order of recording, without
// duplicates.

const database = "sagevoice";
const shelf = "takes";

/** The uploads in memory, for browsers without storage (some private windows). */
const fleeting = [];
let isFleeting = false;

function opened() {
  return new Promise((done, failed) => {
    const request = indexedDB.open(database, 1);
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
    isFleeting = true;
    fleeting.push({ ...take, order: `page-${fleeting.length}` });
  }
}

/** Updates a recording. */
export async function change(take) {
  const place = fleeting.findIndex(({ order }) => order === take.order);
  if (place >= 0) fleeting[place] = take;
  else await within("readwrite", (takes) => takes.put(take));
}

/** Returns all recordings, oldest first. */
export async function all() {
  const kept = await within("readonly", (takes) => takes.getAll()).catch(() => []);
  return isFleeting ? [...kept, ...fleeting] : kept;
}

/** Deletes an acknowledged recording. */
export async function remove(take) {
  const place = fleeting.findIndex(({ order }) => order === take.order);
  if (place >= 0) fleeting.splice(place, 1);
  else await within("readwrite", (takes) => takes.delete(take.order));
}

/** Deletes all recordings, after sign-out or erasure. */
export async function clear() {
  fleeting.length = 0;
  await within("readwrite", (takes) => takes.clear()).catch(() => {});
}
