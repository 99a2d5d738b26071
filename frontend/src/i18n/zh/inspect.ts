export const inspect = {};
