import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "./i18n/language.svelte";
import { openHeld } from "./lib/held";
import { look } from "./lib/theme.svelte";
import "./app.css";
import "./controls.css";

await openHeld();
look.start();
language.start();

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");

mount(App, { target });
