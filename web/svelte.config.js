// What the compiler, svelte-check and ESLint have to know of Svelte here.

/** @type {import("@sveltejs/vite-plugin-svelte").SvelteConfig} */
export default {
  compilerOptions: { runes: true },
};
