// Starts the page.

import { mount } from "svelte";

import App from "./App.svelte";
import { registerServiceWorker } from "./offline/register";
import { afterPaint } from "./timers";
import "./view/style.css";
import "./view/themes.css";

const target = document.getElementById("page");
if (target === null) throw new Error("index.html has no element with the id 'page' to put the page into");
mount(App, { target });
registerServiceWorker();
// Paper can wait.
afterPaint(() => void import("./view/print.css"));
