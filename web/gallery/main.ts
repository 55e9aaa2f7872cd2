// The gallery: the board in many states, to look at while it is written. `npm run dev` serves it at /gallery/; it is no
// part of the page that is built. `?show=NAME` shows one state alone, `&theme=dark` in the dark.

import { mount } from "svelte";

import Gallery from "./Gallery.svelte";

const asked = new URLSearchParams(location.search);
document.documentElement.dataset["theme"] = asked.get("theme") ?? "";
const target = document.getElementById("gallery");
if (target !== null) mount(Gallery, { target, props: { show: asked.get("show") } });
