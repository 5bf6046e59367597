/** [PU9] Beside a push: the id of the user whose work it is. */
export const userHeader = 'records-user'
