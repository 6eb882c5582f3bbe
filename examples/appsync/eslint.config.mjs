import appsync from '@aws-appsync/eslint-plugin';

// The rules that know which functions AppSync lacks need types.
export default [
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['orders.js'] } } },
  },
  appsync.configs.recommended,
];
