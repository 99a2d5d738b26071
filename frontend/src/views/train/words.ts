/** Names of what the server lists: in the page's words where it has them, else as they are written there. */
import { isKey, t } from "../../i18n";

const spaced = (name: string): string => name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());

/** The words under `prefix.name`. */
export function named(prefix: string, name: string, otherwise = spaced(name)): string {
  const key = `${prefix}.${name}`;
  return isKey(key) ? t(key) : otherwise;
}

/** A parameter's label: of the mask or position section where that has one, else of this view. */
export function labelOf(name: string, words?: string): string {
  return words === undefined ? named("train.field", name) : named(`${words}.param`, name, named("train.field", name));
}
