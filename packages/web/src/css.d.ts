declare module '*.css';
/** The scoped names of a sheet's classes, by the names that they have in it. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string | undefined>>;
  export default styles;
}
