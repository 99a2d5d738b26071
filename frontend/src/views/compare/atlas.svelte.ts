/** What the Atlas shows of variants that are compared; kept while another view is on. */
class View {
  shows = $state<"moved" | "maps">("moved");
}

export const view = new View();
