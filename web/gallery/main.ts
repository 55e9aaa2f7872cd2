// The gallery: the board in many states, for its development. `npm run dev` serves it at /gallery/; it is not part of the
// built page. `?show=NAME` shows one state alone, `&theme=dark` in the dark theme.

import { mount } from "svelte";

import Gallery from "./Gallery.svelte";

const asked = new URLSearchParams(location.search);
document.documentElement.dataset["theme"] = asked.get("theme") ?? "";
const target = document.getElementById("gallery");
if (target !== null) mount(Gallery, { target, props: { show: asked.get("show") } });
