// Svelte settings for the compiler, svelte-check and ESLint.

/** @type {import("@sveltejs/vite-plugin-svelte").SvelteConfig} */
export default {
  compilerOptions: { runes: true },
};
