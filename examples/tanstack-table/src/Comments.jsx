import { columnFilteringFeature, rowPaginationFeature, rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { useState } from "react";
import { question } from "./question.js";
import { useAnswer } from "./useAnswer.js";

const features = tableFeatures({ columnFilteringFeature, rowPaginationFeature, rowSortingFeature });
const columns = [
  { accessorKey: "SK", header: "Time", sortDescFirst: true },
  { accessorKey: "PK", header: "Author", enableSorting: false },
  { accessorKey: "rating", header: "Rating", enableSorting: false },
  { accessorKey: "title", header: "Title", enableSorting: false },
];
const none = [];

/** The comments on a product: Pagemark sorts, filters and cuts the pages, the table shows them. */
export function Comments({ client, product }) {
  const [pagination, setPagination] = useState({ pageIndex: 0, pageSize: 10 });
  const [sorting, setSorting] = useState([{ id: "SK", desc: true }]);
  const [columnFilters, setColumnFilters] = useState([]);
  const asked = question({ pagination, sorting, columnFilters }, "SK");
  const { answer, error } = useAnswer((signal) => client.page("comments", product, asked, signal), JSON.stringify(asked));
  const fromPageOne = (set) => (change) => {
    set(change);
    setPagination((old) => ({ ...old, pageIndex: 0 }));
  };
  const table = useTable({
    features,
    columns,
    data: answer?.items ?? none,
    rowCount: answer?.page.totalItems ?? 0,
    getRowId: (comment) => comment.PK,
    manualPagination: true,
    manualSorting: true,
    manualFiltering: true,
    enableSortingRemoval: false,
    state: { pagination, sorting, columnFilters },
    onPaginationChange: setPagination,
    onSortingChange: fromPageOne(setSorting),
    onColumnFiltersChange: fromPageOne(setColumnFilters),
  });
  return (
    <main>
      <h1>Comments</h1>
      <Stars column={table.getColumn("rating")} />
      {error && <p role="alert">{error.message}</p>}
      <table>
        <thead>
          <tr>
            {table.getHeaderGroups()[0].headers.map(({ id, column }) => (
              <th key={id}>
                {column.getCanSort() ? (
                  <button onClick={column.getToggleSortingHandler()}>
                    {column.columnDef.header} {column.getIsSorted() === "desc" ? "▼" : "▲"}
                  </button>
                ) : (
                  column.columnDef.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id}>{cell.getValue()}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <nav aria-label="Pages">
        <button onClick={() => table.firstPage()} disabled={!table.getCanPreviousPage()}>First</button>
        <button onClick={() => table.previousPage()} disabled={!table.getCanPreviousPage()}>Previous</button>
        <span>
          Page {pagination.pageIndex + 1} of {table.getPageCount()} ({table.getRowCount()} comments)
        </span>
        <button onClick={() => table.nextPage()} disabled={!table.getCanNextPage()}>Next</button>
        <button onClick={() => table.lastPage()} disabled={!table.getCanNextPage()}>Last</button>
      </nav>
    </main>
  );
}

function Stars({ column }) {
  return (
    <label>
      Rating{" "}
      <select value={column.getFilterValue() ?? ""} onChange={(event) => column.setFilterValue(event.target.value || undefined)}>
        <option value="">any</option>
        {[5, 4, 3, 2, 1].map((stars) => (
          <option key={stars}>{stars}</option>
        ))}
      </select>
    </label>
  );
}
