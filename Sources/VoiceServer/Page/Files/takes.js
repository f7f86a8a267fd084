// Takes that no server has acknowledged yet: kept by the browser, so that they outlive this page. They are
// read in the order in which they were made, and each is there once.

const database = "sagevoice";
const shelf = "takes";

/** Where a browser keeps nothing, as in some private windows, a take lives as long as the page. */
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

/** Keeps a take; the same bytes again are the same take. */
export async function keep(take) {
  try {
    await within("readwrite", (takes) => takes.add(take));
  } catch (error) {
    if (error?.name === "ConstraintError") return;
    isFleeting = true;
    fleeting.push({ ...take, order: `page-${fleeting.length}` });
  }
}

/** Keeps what has become of one. */
export async function change(take) {
  const place = fleeting.findIndex(({ order }) => order === take.order);
  if (place >= 0) fleeting[place] = take;
  else await within("readwrite", (takes) => takes.put(take));
}

/** All of them, the oldest first. */
export async function all() {
  const kept = await within("readonly", (takes) => takes.getAll()).catch(() => []);
  return isFleeting ? [...kept, ...fleeting] : kept;
}

/** Lets go of one that was acknowledged. */
export async function remove(take) {
  const place = fleeting.findIndex(({ order }) => order === take.order);
  if (place >= 0) fleeting.splice(place, 1);
  else await within("readwrite", (takes) => takes.delete(take.order));
}

/** Lets go of all: whoever signs out or deletes leaves nothing here. */
export async function clear() {
  fleeting.length = 0;
  await within("readwrite", (takes) => takes.clear()).catch(() => {});
}
