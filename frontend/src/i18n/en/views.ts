/** Words of the Atlas and Head views and of what they share. */
export const views = {
  "views.atlas.title": "Atlas",
  "views.atlas.help": "Each picture: row = query, column = key, {shade} = larger.",
  "views.head.title": "Head",
  "views.head.help": "Row = query, column = key. Cells below .005 carry no number.",
  "legend.weight": "Weight",
  "legend.masked": "masked",
};
