import ts from 'typescript';

const { Any, Unknown, StringLike, NumberLike, BigIntLike, Null, Undefined } = ts.TypeFlags;
const textFlags = Any | Unknown | StringLike | NumberLike | BigIntLike;

/** The text as JSX passes it to React: without line breaks and indentation. */
const wordsOf = ({ value }) =>
  value
    .split('\n')
    .map((line, index, { length }) => {
      const start = index > 0 ? line.trimStart() : line;
      return index < length - 1 ? start.trimEnd() : start;
    })
    .filter(Boolean)
    .join(' ');

const isNothing = (child) =>
  (child.type === 'JSXText' && !wordsOf(child)) || child.expression?.type === 'JSXEmptyExpression';

/** Whether browsers leave the element untranslated. */
const isKept = ({ openingElement }) =>
  openingElement?.attributes.some(
    ({ name, value }) => name?.name === 'translate' && value?.value === 'no',
  );

/**
 * An ESLint rule that keeps pages working when a browser translates them (§12.54). The browser then replaces text nodes
 * with elements. React fails when it removes such a text node or inserts something before it, and otherwise changes
 * text that is no longer on the page. Only a text that is alone in its element is safe, because React then sets the
 * whole content.
 * @type {import('eslint').Rule.RuleModule}
 */
export const translatedText = {
  meta: {
    type: 'problem',
    fixable: 'code',
    schema: [],
    messages: {
      alone:
        'A translated page loses this text: write it as one template literal, or in an element of its own (§12.54).',
      value: 'Give the option a value: without one, its translated text is its value (§12.54).',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const { program, getTypeAtLocation } = sourceCode.parserServices;
    const checker = program.getTypeChecker();

    const parts = (type) => (type.isUnion() ? type.types : [type]);
    const isFalsy = (type) => /^(""|0n?)$/.test(checker.typeToString(type));
    const isText = (type, seen = new Set()) =>
      parts(type).some((part) => {
        if (isFalsy(part) || seen.has(part)) return false;
        seen.add(part);
        const isList = checker.isArrayType(part) || checker.isTupleType(part);
        if (isList) return checker.getTypeArguments(part).some((item) => isText(item, seen));
        return (part.flags & textFlags) !== 0;
      });
    const rendersText = (child) =>
      child.type === 'JSXText' ||
      (child.type === 'JSXExpressionContainer' && isText(getTypeAtLocation(child.expression)));

    const isOfModule = ({ name }, scope) =>
      scope && (scope.set.has(name) ? scope.type === 'module' : isOfModule({ name }, scope.upper));
    /** Whether a node never changes: text in the file, and copy that the file imports. */
    const isFixed = (node) =>
      node.type === 'JSXText' ||
      node.type === 'Literal' ||
      (node.type === 'JSXExpressionContainer' && isFixed(node.expression)) ||
      (node.type === 'TemplateLiteral' && node.expressions.every(isFixed)) ||
      (node.type === 'MemberExpression' &&
        isFixed(node.object) &&
        (!node.computed || isFixed(node.property))) ||
      (node.type === 'Identifier' && isOfModule(node, sourceCode.getScope(node)));

    const escape = (words) => words.replace(/[`\\]|\$\{/g, '\\$&');
    /** The node as part of a template literal, or undefined if that would print 'false' or an object. */
    const inTemplate = (node) => {
      if (node.type === 'JSXText') return escape(wordsOf(node));
      if (node.type === 'JSXExpressionContainer') return inTemplate(node.expression);
      const source = sourceCode.getText(node);
      if (node.type === 'Literal') return escape(String(node.value));
      if (node.type === 'TemplateLiteral') return source.slice(1, -1);
      const isOnly = (expression, flags) =>
        parts(getTypeAtLocation(expression)).every((part) => (part.flags & flags) !== 0);
      if (isOnly(node, StringLike | NumberLike)) return `\${${source}}`;
      if (isOnly(node, StringLike | Null | Undefined)) return `\${${source} ?? ''}`;
      const { operator, left, right } = node;
      if (operator !== '&&' || !isOnly(right, StringLike | NumberLike)) return undefined;
      return `\${${sourceCode.getText(left)} ? ${sourceCode.getText(right)} : ''}`;
    };

    /** A fix: one template literal, in a `<span>` if there are elements beside it. */
    const fixed = (fixer, { openingElement, closingElement }, run, isAlone) => {
      const templates = run.map(inTemplate);
      if (templates.includes(undefined)) return null;
      const words = `{\`${templates.join('')}\`}`;
      if (isAlone) {
        return fixer.replaceTextRange([openingElement.range[1], closingElement.range[0]], words);
      }
      const [first] = run;
      const { operator, left, right } = first.expression ?? {};
      let element = `<span>${words}</span>`;
      if (run.length === 1 && operator === '&&') {
        element = `{${sourceCode.getText(left)} && <span>{${sourceCode.getText(right)}}</span>}`;
      } else if (run.length === 1 && first.expression) {
        element = `<span>${sourceCode.getText(first)}</span>`;
      }
      return fixer.replaceTextRange([first.range[0], run.at(-1).range[1]], element);
    };

    /** Whether an element is of a component that can render nothing, so that React may insert its content later. */
    const mayBeEmpty = ({ type, openingElement }) => {
      if (type !== 'JSXElement' || !/^[A-Z]/.test(sourceCode.getText(openingElement.name)))
        return false;
      const [signature] = getTypeAtLocation(openingElement.name).getCallSignatures();
      const rendered = signature ? parts(checker.getReturnTypeOfSignature(signature)) : [];
      return rendered.some(({ flags }) => (flags & (Null | Undefined)) !== 0);
    };

    const hasValue = ({ attributes }) => attributes.some(({ name }) => name?.name === 'value');
    const check = (node) => {
      const { openingElement } = node;
      if (openingElement?.name.name === 'option' && !hasValue(openingElement)) {
        context.report({ node: openingElement, messageId: 'value' });
      }
      if (isKept(node)) return;
      const children = node.children.filter((child) => !isNothing(child));
      const isElement = node.type === 'JSXElement';
      let comesAndGoes = false;
      for (let rest = children; rest.length > 0;) {
        const [first] = rest;
        const firstOther = rest.findIndex((child) => !rendersText(child));
        const run = firstOther < 0 ? rest : rest.slice(0, firstOther);
        rest = rest.slice(run.length || 1);
        if (run.length === 0) {
          comesAndGoes ||=
            (first.type === 'JSXExpressionContainer' && !isFixed(first)) || mayBeEmpty(first);
          continue;
        }
        const isAlone = isElement && run.length === children.length;
        if (isAlone && run.length === 1) continue;
        if (isElement && !comesAndGoes && !changing.has(node) && run.every(isFixed)) continue;
        context.report({
          loc: { start: first.loc.start, end: run.at(-1).loc.end },
          messageId: 'alone',
          fix: isElement && ((fixer) => fixed(fixer, node, run, isAlone)),
        });
      }
    };
    /** The elements that an expression can result in, one for each branch of its conditions. */
    const outcomesOf = (node) => {
      if (node.type === 'ConditionalExpression') {
        return [node.consequent, node.alternate].flatMap(outcomesOf);
      }
      if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap(outcomesOf);
      return node.type === 'JSXElement' ? [node] : [];
    };
    /** The elements that a function returns, without those of inner functions. */
    const returnedBy = (node) => {
      if (node.type === 'ReturnStatement') return node.argument ? outcomesOf(node.argument) : [];
      if (node.type.includes('Function') || !node.type.endsWith('Statement')) return [];
      return sourceCode.visitorKeys[node.type].flatMap((key) =>
        [node[key]].flat().flatMap((part) => (part ? returnedBy(part) : [])),
      );
    };

    // Elements that React treats as the same element, but with different words.
    const changing = new Set();
    const childrenOf = ({ children }) => children.filter((child) => !isNothing(child));
    const nameOf = ({ openingElement }) => {
      const key = openingElement.attributes.find(({ name }) => name?.name === 'key');
      return `${sourceCode.getText(openingElement.name)} ${key ? sourceCode.getText(key) : ''}`;
    };
    const shapeOf = (element) =>
      childrenOf(element)
        .map((child) => (child.type === 'JSXElement' ? nameOf(child) : sourceCode.getText(child)))
        .join('\n');
    const noteChanging = (elements) => {
      for (const same of Map.groupBy(elements, nameOf).values()) {
        if (same.length < 2) continue;
        if (new Set(same.map(shapeOf)).size > 1) for (const element of same) changing.add(element);
        const most = Math.max(...same.map((element) => childrenOf(element).length));
        for (let at = 0; at < most; at += 1) {
          const there = same.map((element) => childrenOf(element)[at]);
          noteChanging(there.filter((child) => child?.type === 'JSXElement'));
        }
      }
    };

    const isOfComponent = ({ id, parent }) =>
      /^[A-Z]/.test(id?.name ?? '') ||
      (parent?.type === 'VariableDeclarator' && isOfComponent({ id: parent.id })) ||
      (parent?.type === 'CallExpression' && isOfComponent({ parent: parent.parent }));
    /** A component must not return bare text: the text may end up beside other elements, where it is not safe. */
    const checkFunction = (node) => {
      const { body } = node;
      noteChanging(body.type === 'BlockStatement' ? returnedBy(body) : outcomesOf(body));
      if (!isOfComponent(node)) return;
      const [signature] = getTypeAtLocation(node).getCallSignatures();
      const returned = signature && checker.getReturnTypeOfSignature(signature);
      // Without React's types, elements have the type `any`.
      if (returned && (returned.flags & Any) === 0 && isText(returned)) {
        context.report({ node: node.id ?? node, messageId: 'alone' });
      }
    };
    return {
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: checkFunction,
      JSXExpressionContainer: ({ expression }) => noteChanging(outcomesOf(expression)),
      JSXElement: check,
      JSXFragment: check,
    };
  },
};
