/** The stories of exhibits: Markdown of paragraphs, emphasis and code only, as parts that the page can show. */

export interface StoryPart {
  readonly kind: "text" | "emphasis" | "code";
  readonly text: string;
}

/** Return the paragraphs of a story. Everything that is neither emphasis nor code stays as it is. */
export function storyParagraphs(markdown: string): readonly (readonly StoryPart[])[] {
  return markdown
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) =>
      paragraph.split(/(\*[^*]+\*|`[^`]+`)/).flatMap((part): readonly StoryPart[] => {
        if (part === "") return [];
        if (/^\*.+\*$/.test(part)) return [{ kind: "emphasis", text: part.slice(1, -1) }];
        if (/^`.+`$/.test(part)) return [{ kind: "code", text: part.slice(1, -1) }];
        return [{ kind: "text", text: part }];
      }),
    );
}
