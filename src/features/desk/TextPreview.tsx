import { parse, render } from '../material/markdown.tsx';
import { textOf, type PreviewProps } from './desk-screen.ts';
import '../material/material.css';

/** Previews a text of the preparation room, with its headings, lists and bold words (§22.34). */
export default function TextPreview({ args }: PreviewProps) {
  return (
    <article className="material-text">
      <h4 className="text-2xl">{textOf(args['title'])}</h4>
      <div className="material-prose mt-3">{render(parse(textOf(args['body'])))}</div>
    </article>
  );
}
