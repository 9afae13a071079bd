/** Where the commits of builds that succeeded are held by their ids, whatever becomes of their branches. */
export const BUILD_REFS = 'refs/builds/';
