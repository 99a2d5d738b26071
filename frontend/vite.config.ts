import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { standalonePage } from "./scripts/standalone.ts";

const server = process.env["ATLAS_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), standalonePage(() => [svelte()])],
  // Django serves the built files under /static/.
  base: "/static/",
  build: { outDir: "dist", manifest: true, assetsInlineLimit: 0, target: "es2022" },
  // The server compares Origin with Host, so the page's own host goes through.
  server: { proxy: { "/api": { target: server, changeOrigin: false }, "/ws": { target: server, ws: true, changeOrigin: false } } },
  test: { include: ["src/**/*.test.ts", "scripts/**/*.test.ts"] },
});
