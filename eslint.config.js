/** What the linter asks of the code beyond types. Prettier owns the format. */
import { defineConfig, globalIgnores } from 'eslint/config'
import esx from 'eslint-plugin-es-x'
import vue from 'eslint-plugin-vue'
import accessibility from 'eslint-plugin-vuejs-accessibility'
import tseslint from 'typescript-eslint'

const typed = {
  parser: tseslint.parser,
  projectService: true,
  tsconfigRootDir: import.meta.dirname,
  extraFileExtensions: ['.vue'],
}

export default defineConfig(
  // The peers have packages and types of their own.
  globalIgnores(['dist', 'data', 'docs', 'examples', '.cache', 'eslint.config.js', 'test/bench/peers']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  vue.configs['flat/recommended'],
  accessibility.configs['flat/recommended'],
  {
    files: ['**/*.ts', '**/*.vue'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: { parserOptions: typed },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/require-array-sort-compare': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      'no-empty': 'error',
      'no-control-regex': 'error',
      'require-yield': 'error',
      eqeqeq: 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [{ name: 'zod/v3', message: 'The schemas are zod 4.' }],
          patterns: [{ group: ['**/index', '**/index.ts'], message: 'No barrels: import the file itself.' }],
        },
      ],
    },
  },
  { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } },
  {
    // What the oldest browsers have, told by types; test/e2e/built-files.test.ts looks at the libraries as well.
    files: ['client/**/*.{ts,vue}', 'shared/**/*.ts'],
    extends: [
      esx.configs['flat/restrict-to-es2023'],
      esx.configs['flat/restrict-to-es2021-intl-api'],
      esx.configs['flat/no-new-in-esnext'],
    ],
    // [WK4] WebKit goes round without end in a module that waits while its page goes.
    rules: { 'es-x/no-top-level-await': 'error' },
  },
  {
    files: ['**/*.vue'],
    rules: {
      'vue/no-v-html': 'error',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      // A button is a Button; what a prop may lack, its type says.
      'vue/multi-word-component-names': 'off',
      'vue/require-default-prop': 'off',
      // Prettier breaks lines its own way.
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/html-self-closing': 'off',
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/first-attribute-linebreak': 'off',
      'vue/attributes-order': 'error',
      'vuejs-accessibility/heading-has-content': ['error', { accessibleChildren: ['FieldDisplay'] }],
      'vuejs-accessibility/anchor-has-content': ['error', { accessibleChildren: ['component'] }],
      // A label either wraps its control or names it; both are heard.
      'vuejs-accessibility/label-has-for': ['error', { required: { some: ['nesting', 'id'] } }],
    },
  },
  {
    // Parts get their label and keys from whoever uses them, and a grid or a palette hears its keys as a whole;
    // axe looks at the result.
    files: [
      'client/screens/ui/**/*.vue',
      'client/screens/list/RecordRow.vue',
      'client/screens/form/RecordForm.vue',
      'client/screens/palette/CommandPalette.vue',
    ],
    rules: {
      'vuejs-accessibility/form-control-has-label': 'off',
      'vuejs-accessibility/click-events-have-key-events': 'off',
      'vuejs-accessibility/interactive-supports-focus': 'off',
      'vuejs-accessibility/no-static-element-interactions': 'off',
    },
  },
  {
    files: [
      'test/**',
      'server/commands/**',
      'server/main.ts',
      'client/main.ts',
      'client/engine/worker.ts',
      'vite.config.ts',
      'vitest.config.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  { files: ['test/**'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
)
