import { Admin, Datagrid, List, NumberField, ReferenceManyField, Resource, SelectInput, Show, SimpleShowLayout, TextField } from "react-admin";
import { Pagination } from "react-admin";
import { createRoot } from "react-dom/client";
import { Client } from "../../../cli/src/main/resources/pagemark/local/page/client.js";
import { pagemark } from "./pagemark.js";

const api = new URLSearchParams(location.search).get("api") ?? "http://localhost:8080";
const provider = pagemark(new Client(api), { comments: { key: ["PK"], group: "PK2", sort: "SK" } });
const ratings = [1, 2, 3, 4, 5].map((rating) => ({ id: rating, name: `${rating} of 5` }));
const newest = { field: "SK", order: "DESC" };

const Rows = (props) => (
  <Datagrid bulkActionButtons={false} rowClick="show" {...props}>
    <TextField source="SK" label="Time" />
    <TextField source="PK" label="Author" sortable={false} />
    <NumberField source="rating" sortable={false} />
    <TextField source="title" sortable={false} />
  </Datagrid>
);

const Comments = () => (
  <List filter={{ PK2: "DAFT_PUNK_TSHIRT" }} filters={[<SelectInput source="rating" choices={ratings} alwaysOn />]} sort={newest} exporter={false} perPage={10}>
    <Rows />
  </List>
);

const Comment = () => (
  <Show>
    <SimpleShowLayout>
      <TextField source="title" />
      <TextField source="text" />
      <ReferenceManyField label="On the same product" reference="comments" source="PK2" target="PK2" sort={newest} perPage={5} pagination={<Pagination />}>
        <Rows />
      </ReferenceManyField>
    </SimpleShowLayout>
  </Show>
);

createRoot(document.getElementById("root")).render(
  <Admin dataProvider={provider} title="Comments" disableTelemetry>
    <Resource name="comments" list={Comments} show={Comment} />
  </Admin>,
);
