// A mail address, which breaks before its domain when it has to break.

/** @param children the address */
export function Address({ children }: { children: string }) {
  const at = Math.max(0, children.lastIndexOf('@'));
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  );
}
