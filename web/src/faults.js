// Errors in words for the user.

/** An error for the user, such as an unplayable text or a recording of another program. */
export class Fault extends Error {}

/** Returns the words of an error for the user: its own if it is a `Fault`, since other errors speak of the page's code. */
export function told(error, otherwise) {
  if (error instanceof Fault) return error.message;
  console.error(error);
  return otherwise;
}

/** Fetches a file of the site. Throws a `Fault` that says why it is missing. */
export async function fetched(name) {
  const response = await fetch(name).catch(() => { throw new Fault(`${name} cannot be loaded: the server does not answer.`); });
  if (!response.ok) throw new Fault(`${name} cannot be loaded: the server answers ${response.status}.`);
  return response;
}
