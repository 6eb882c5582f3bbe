import { useState } from "react";
import { Client } from "../../../cli/src/main/resources/pagemark/local/page/client.js";
import { useAnswer } from "./useAnswer.js";

const client = new Client("http://localhost:8082");

/** The orders of a customer, ten a page, with a filter for the status. */
export function Orders({ customer }) {
  const [question, setQuestion] = useState({ page: 1, size: 10, status: "" });
  const key = JSON.stringify([customer, question]);
  const { answer, error } = useAnswer((signal) => client.page("orders", customer, question, signal), key);
  const counts = useAnswer((signal) => client.facets("orders", customer, {}, signal), customer).answer;

  return (
    <main>
      <h1>Orders of {customer}</h1>
      <Status counts={counts?.facets.status} value={question.status}
        onChange={(status) => setQuestion({ ...question, status, page: 1 })} />
      {error && <p role="alert">{error.message}</p>}
      {answer && <Table orders={answer.items} />}
      {answer && <Pager page={answer.page} onPage={(page) => setQuestion({ ...question, page })} />}
    </main>
  );
}

function Status({ counts = {}, value, onChange }) {
  return (
    <label>
      Status{" "}
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">all</option>
        {Object.entries(counts).map(([status, count]) => (
          <option key={status} value={status}>{status} ({count})</option>
        ))}
      </select>
    </label>
  );
}

function Table({ orders }) {
  return (
    <table>
      <thead>
        <tr><th>Order</th><th>Date</th><th>Status</th><th>Total</th></tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.orderId}>
            <td>{order.orderId}</td>
            <td>{order.createdAt.slice(0, 10)}</td>
            <td>{order.status}</td>
            <td>{order.total} €</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pager({ page, onPage }) {
  return (
    <nav aria-label="Pages">
      <button disabled={page.number <= 1} onClick={() => onPage(page.number - 1)}>Previous</button>
      <span>page {page.number} of {page.totalPages}, {page.totalItems} orders</span>
      <button disabled={page.number >= page.totalPages} onClick={() => onPage(page.number + 1)}>Next</button>
    </nav>
  );
}
