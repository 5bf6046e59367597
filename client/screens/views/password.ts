/** The shortest password the server takes, in UTF-16 units as HTML counts them. */
export const minPasswordLength = 8
