// A rule for ESLint: an effect does not set reactive state as it runs, since the page is then drawn twice, the first time
// with values that do not fit together. A `$derived`, an event handler or an attachment does it; what no other way can do
// switches the rule off for a line, with its reason. Callbacks of timers, promises and observers run later, as handlers do.

const RUNES = new Set(["$state", "$derived", "$bindable"]);

/** Return the rune that a call is of: `$state` for `$state.raw(0)`; null for anything else. */
function runeOf(node) {
  const callee = node?.type === "CallExpression" ? node.callee : null;
  const name = callee?.type === "MemberExpression" ? callee.object.name : callee?.name;
  return RUNES.has(name) || name === "$effect" ? name : null;
}

/** Return the names that an assignment sets: identifiers and members, also those of patterns. */
function targetsOf(node) {
  switch (node?.type) {
    case "Identifier":
    case "MemberExpression":
      return [node];
    case "ObjectPattern":
      return node.properties.flatMap((property) => targetsOf(property.value ?? property.argument));
    case "ArrayPattern":
      return node.elements.flatMap(targetsOf);
    case "AssignmentPattern":
      return targetsOf(node.left);
    case "RestElement":
      return targetsOf(node.argument);
    default:
      return [];
  }
}

/** Return the effect in which a node runs as the effect does: directly, or in `untrack`; null for none. */
function effectAround(node) {
  for (let { parent } = node; parent; { parent } = parent) {
    if (!/Function/.test(parent.type)) continue;
    const call = parent.parent;
    if (runeOf(call) === "$effect") return call;
    if (call?.type !== "CallExpression" || call.callee.name !== "untrack") return null;
  }
  return null;
}

/** @type {import("eslint").Rule.RuleModule} */
export const stateInEffect = {
  meta: {
    type: "problem",
    schema: [],
    messages: { assigned: "An effect sets the state {{name}}: derive it, or set it in an event handler." },
  },
  create(context) {
    function declarationOf(identifier) {
      for (let scope = context.sourceCode.getScope(identifier); scope; scope = scope.upper) {
        const found = scope.set.get(identifier.name);
        if (found !== undefined) return found.defs[0];
      }
      return undefined;
    }

    /** Return whether a name is reactive, or that of an object which this file makes of a class of its own. */
    function isState(identifier, isObject) {
      const definition = declarationOf(identifier);
      if (definition?.type !== "Variable") return false;
      const { id, init } = definition.node;
      if (isObject && init?.type === "NewExpression") return true;
      // A member of an element of the page, which `bind:this` gives to a state without a value, is no state.
      const isEmpty = init?.arguments?.every(({ type, value }) => type === "Literal" && value === null);
      if (isObject && isEmpty) return false;
      // A prop of `$props()` is set for the parent, which is only possible if it is `$bindable()`.
      const isProp = id.type === "ObjectPattern" && init?.callee?.name === "$props";
      return RUNES.has(runeOf(init)) || (isProp && !isObject);
    }

    function check(node, target) {
      if (effectAround(node) === null) return;
      for (const one of targetsOf(target)) {
        const root = one.type === "Identifier" ? one : one.object;
        const isSet =
          root.type === "ThisExpression" || (root.type === "Identifier" && isState(root, one.type !== "Identifier"));
        if (isSet) context.report({ node, messageId: "assigned", data: { name: context.sourceCode.getText(one) } });
      }
    }

    return {
      AssignmentExpression: (node) => check(node, node.left),
      UpdateExpression: (node) => check(node, node.argument),
    };
  },
};
