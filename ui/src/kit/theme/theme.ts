// The kit's theme from our tokens: its large radii, filled badges and big padding give way.
import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Menu,
  Modal,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core';

const accent: MantineColorsTuple = [
  '#e8f0fe',
  '#cfe0fc',
  '#a4c5f8',
  '#7ab0ff',
  '#4a8cec',
  '#2a72dd',
  '#0f5fd6',
  '#0c50b6',
  '#0a4296',
  '#083478',
];

const dark: MantineColorsTuple = [
  '#eceff2',
  '#c9ced6',
  '#a5adb8',
  '#8b94a0',
  '#414851',
  '#2c3138',
  '#1a1d21',
  '#16191d',
  '#121417',
  '#0d0f11',
];

const labelled = { classNames: { label: 'label', description: 'small' } };

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent, dark },
  primaryShade: { light: 6, dark: 6 },
  defaultRadius: 8,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '0.9375rem', xl: '1rem' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.25rem', lg: '1.25rem', xl: '1.5rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    TextInput: TextInput.extend({ defaultProps: labelled }),
    PasswordInput: PasswordInput.extend({ defaultProps: labelled }),
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Select: Select.extend({
      // The arrow is drawn for eyes alone.
      defaultProps: { ...labelled, allowDeselect: false, rightSectionProps: { 'aria-hidden': true } },
    }),
    Textarea: Textarea.extend({ defaultProps: labelled }),
    // Its top stays where it is while what it says comes and goes.
    Modal: Modal.extend({ defaultProps: { yOffset: '8dvh', radius: 10 } }),
  },
});

/** What differs by scheme in the kit, and not with us; also of buttons that are words alone. */
const ofBoth = {
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-color-accent-light-hover': 'var(--hover)',
  // Of what takes something away: the words of a menu, buttons.
  '--mantine-color-red-6': 'var(--bad)',
  '--mantine-color-red-filled': 'var(--bad-fill)',
  '--mantine-color-red-filled-hover': 'var(--bad-fill)',
};

/** Our tokens in place of the kit's colors. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-2)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
  },
  light: ofBoth,
  dark: ofBoth,
});
