/** The server that the page came from, over HTTP and WebSockets. */
import type { Backend } from "./backend";

export const serverBackend: Backend = {
  request(method, path, body, signal) {
    const headers: Record<string, string> = { "Accept-Language": document.documentElement.lang };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    return fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  },

  connect(path) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(`${scheme}//${location.host}${path}`);
  },
};
