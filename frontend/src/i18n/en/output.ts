export const output = {};
