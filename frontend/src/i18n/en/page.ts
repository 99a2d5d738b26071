/** Words of the frame around the views. */
export const page = {
  "app.name": "Attention Atlas",
};
