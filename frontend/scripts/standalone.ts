/** The built page once more as one file, which needs no server: script and styles within it, and nothing else let in. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type PluginOption, type ResolvedConfig } from "vite";

const sha256 = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The block that a script stands in must not end within it; in strings and templates these mean the same. */
const within = (script: string): string => script.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "\\x3c!--");

/** `page`: index.html as built; `read`: a file that it names, by its address. */
export function standalone(page: string, read: (address: string) => string): string {
  let script = "";
  let style = "";
  const bare = page
    .replace(/\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g, (_, address: string) => {
      script += within(read(address));
      return "";
    })
    .replace(/\s*<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g, (_, address: string) => {
      style += read(address);
      return "";
    })
    .replace(/(<link rel="icon"[^>]* href=")([^"]+)(")/, (_, before: string, address: string, after: string) =>
      `${before}data:image/svg+xml;base64,${Buffer.from(read(address)).toString("base64")}${after}`);
  if (!script || !style) throw new Error("index.html names no script or no styles");
  if (/\bimport\s*(?:[\w{*"']|\()/.test(script.slice(0, 200)) || /(?:src|href)="(?!data:)/.test(bare)) throw new Error("the page is more than one file");
  const policy = [
    "default-src 'none'", `script-src ${sha256(script)}`, `style-src ${sha256(style)}`, "img-src data: blob:",
    "base-uri 'none'", "form-action 'none'",
  ].join("; ");
  return bare
    .replace("<head>", () => `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
    .replace("</head>", () => `  <style>${style}</style>\n  </head>`)
    .replace("</body>", () => `  <!--held-->\n    <script type="module">${script}</script>\n  </body>`);
}

/** Builds the page once more in one piece and writes standalone.html; what the file holds goes to the place of `<!--held-->`. */
export function standalonePage(plugins: () => PluginOption[]): Plugin {
  let config: ResolvedConfig;
  return {
    name: "standalone-page",
    apply: "build",
    configResolved: (resolved) => void (config = resolved),
    closeBundle: async () => {
      const { root, base } = config;
      const built = await build({
        root, base, configFile: false, logLevel: "warn", plugins: plugins(), publicDir: false,
        build: {
          write: false, target: "es2022", assetsInlineLimit: 0, cssCodeSplit: false, modulePreload: false, chunkSizeWarningLimit: 4096,
          rolldownOptions: { output: { codeSplitting: false } },
        },
      });
      const files = new Map<string, string>();
      for (const { output } of [built].flat().filter((one) => "output" in one))
        for (const file of output) files.set(file.fileName, file.type === "chunk" ? file.code : String(file.source));
      const read = (address: string): string => {
        const name = address.replace(base, "");
        return files.get(name) ?? readFileSync(join(root, "public", name), "utf8");
      };
      writeFileSync(join(root, config.build.outDir, "standalone.html"), standalone(read("index.html"), read));
    },
  };
}
