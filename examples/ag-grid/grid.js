// AG Grid's infinite row model asks for rows by offset, which `skip` takes. It was run once, with
// ag-grid-community 36.2.0, on the sample. `cacheBlockSize` is at most the listing's largest page. `totalItems` is null only
// while the index does not answer, and then only the first block is there.
import { AllCommunityModule, ModuleRegistry, createGrid } from "ag-grid-community";
import { Client } from "pagemark-client";

ModuleRegistry.registerModules([AllCommunityModule]);
const client = new Client("http://localhost:8080");

const datasource = {
  async getRows({ startRow, endRow, sortModel, filterModel, successCallback, failCallback }) {
    const [by] = sortModel;
    const question = { skip: startRow, size: endRow - startRow, rating: filterModel.rating?.filter, order: by?.sort };
    try {
      const { items, page } = await client.page("comments", "DAFT_PUNK_TSHIRT", question);
      successCallback(items, page.totalItems);
    } catch (problem) {
      const total = problem.body?.totalItems; // items have gone, and the block lies past the end
      total === undefined ? failCallback() : successCallback([], total);
    }
  },
};

createGrid(document.getElementById("grid"), {
  rowModelType: "infinite",
  cacheBlockSize: 50,
  datasource,
  getRowId: ({ data }) => data.PK,
  columnDefs: [
    { field: "SK", headerName: "Time", sort: "desc", sortingOrder: ["desc", "asc"] },
    { field: "PK", headerName: "Author", sortable: false },
    { field: "rating", sortable: false, filter: "agNumberColumnFilter", filterParams: { filterOptions: ["equals"], maxNumConditions: 1 } },
  ],
});
