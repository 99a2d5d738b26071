/** 页面框架的词句。 */
export const page = {
  "app.name": "注意力图谱",
};
