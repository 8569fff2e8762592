/** How much each of those that are compared sends: messages, over this many connections. */
export type Size = { people: number; lanes: number };
