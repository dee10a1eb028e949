/** Replaces the copying of static properties in emotion's `withTheme`, which the app does not use. This keeps the library for it out of the bundle. */
export default <Component>(component: Component): Component => component;
