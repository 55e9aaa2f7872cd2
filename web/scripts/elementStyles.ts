// A Vite plug-in that writes the styles of the element `<hyperoxo-board>` into its script, as the text of a style sheet for
// a shadow tree.

import type { Plugin } from "vite";

/** What stands in the source for the styles. */
const PLACEHOLDER = "__STYLES__";

/** Return styles of a document as those of a shadow tree: its root is the host, whose attribute names the theme. */
export function shadowStyles(css: string): string {
  return css.replaceAll(/:root(?:\[data-theme=(["']?)(\w+)\1\])?/g, (_, _quote, theme?: string) =>
    theme === undefined ? ":host" : `:host([theme=${theme}])`,
  );
}

/** Make the plug-in. */
export function elementStyles(): Plugin {
  return {
    name: "hyperoxo:element-styles",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const styles = files.filter((file) => file.type === "asset" && file.fileName.endsWith(".css"));
      const css = styles.map((file) => ("source" in file ? String(file.source) : "")).join("");
      const scripts = files.filter((file) => file.type === "chunk");
      const [script] = scripts;
      if (css === "" || script === undefined || scripts.length > 1 || !script.code.includes(PLACEHOLDER))
        this.error("the element must be one script, with styles and a place for them");
      script.code = script.code.replace(PLACEHOLDER, () => JSON.stringify(shadowStyles(css)));
      for (const { fileName } of styles) Reflect.deleteProperty(bundle, fileName);
    },
  };
}
