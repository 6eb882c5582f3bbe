import { util } from '@aws-appsync/utils';

/**
 * Asks Pagemark's API function for the page. An argument that is null counts as missing.
 * Whoever is signed in by a user pool may read the orders of the customer with their own `sub`.
 */
export function request(ctx) {
  const { customer, page, size, status } = ctx.args;
  const signedIn = ctx.identity?.sub;
  if (signedIn && signedIn !== customer) {
    util.unauthorized();
  }
  return {
    operation: 'Invoke',
    payload: { listing: 'orders', group: customer, page, size, status: status?.join(',') },
  };
}

/**
 * Takes from the answer what the schema has. What the function throws is a problem as JSON, which becomes
 * the error's `errorInfo`. An error of Lambda itself, such as a timeout, is a text.
 */
export function response(ctx) {
  if (ctx.error) {
    const { message, type } = ctx.error;
    if (!message?.startsWith('{')) {
      util.error('the page cannot be read now', type);
    }
    const problem = JSON.parse(message);
    util.error(problem.detail, problem.title, null, problem);
  }
  const { items, page } = ctx.result;
  return { items, totalItems: page.totalItems, totalPages: page.totalPages };
}
