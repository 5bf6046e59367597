/** Carries the half of a session that stands behind the lock of a browser, beside its cookie. [AC20] */
export const keyHeader = 'records-key'
