/** 总览与单头视图的词句。 */
export const views = {
  "views.atlas.title": "总览",
  "views.atlas.help": "每幅图：行为查询，列为键，越{shade}越大。",
  "views.head.title": "单头",
  "views.head.help": "行为查询，列为键。小于 .005 的格不标数字。",
  "legend.weight": "权重",
  "legend.masked": "已掩蔽",
};
