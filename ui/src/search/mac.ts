// Which keys people press.

/** Whether this is a Mac, whose people press Cmd where others press Ctrl. */
export const isMac = /^Mac|^iP/.test(navigator.platform);
