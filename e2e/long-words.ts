// The longest words that people can type, wherever they can type one.
export const longWord = 'w'.repeat(200)

/** Puts one word of the greatest length into every text that people type. */
export const fillWithLongWords = `
  update tenants set name = '${longWord}' where id > 0;
  update people set full_name = '${longWord}', job_title = '${longWord}';
  update people set email = repeat('w', 60) || '@' || repeat('w', 100) || '.test' where email = 'dana@demo.test';
  update projects set name = '${longWord}', description = '${longWord}';
  update tasks set title = '${longWord}', description = '${longWord}';
  update subtasks set title = '${longWord}', description = '${longWord}';
  update labels set name = left(id || '${longWord}', 50);
  update chat_messages set content = '${longWord}';
  insert into comments (tenant_id, task_id, author_id, text)
    select tenant_id, tasks.id, people.id, '${longWord}' from tasks join people using (tenant_id) where role = 'project_manager';
  update people set phone = left('${longWord}', 50);
  insert into locations (tenant_id, name, timezone, is_default)
    select id, left('${longWord}', 100), 'America/Argentina/ComodRivadavia', true from tenants where subdomain = 'demo';
  insert into private_data (tenant_id, person_id, address, phone, emergency_contact)
    select tenant_id, id, '${longWord}', left('${longWord}', 50), '${longWord}' from people where tenant_id > 0;
  insert into checklist_templates (tenant_id, name, kind)
    select id, left('${longWord}', 100), 'joiner' from tenants where subdomain = 'demo';
  with begun as (
    insert into checklists (tenant_id, person_id, name, kind, day)
      select tenant_id, id, left('${longWord}', 100), 'joiner', current_date from people where tenant_id > 0
      returning tenant_id, id)
  insert into checklist_items (tenant_id, checklist_id, position, title, owner, due_on)
    select begun.tenant_id, begun.id, n, '${longWord}', owner, current_date
    from begun, (values (1, 'hr'), (2, 'person'), (3, 'manager')) item (n, owner);
  with content as (
    insert into file_contents (tenant_id, sha256, size, type, object)
      select id, sha256('w'), 1, 'text/plain', gen_random_uuid() from tenants where subdomain = 'demo' returning tenant_id, id)
  insert into documents (tenant_id, owner_id, content_id, name, person_id)
    select tenant_id, people.id, content.id, '${longWord}', people.id from people join content using (tenant_id);
  update leave_types set name = left(id || '${longWord}', 100);
  insert into leave_ledger (tenant_id, person_id, type_id, kind, day, half_days, reason)
    select people.tenant_id, people.id, leave_types.id, 'correction', current_date, 1, left('${longWord}', 500)
    from people join leave_types using (tenant_id);
  update opening_questions set text = '${longWord}';
  update leave_requests set note = '${longWord}';
  update leave_decisions set reason = '${longWord}';
  update openings set title = '${longWord}', description = '${longWord}';
  update recruiting_stages set name = left(id || '${longWord}', 50);
  update mail_templates set name = left(id || '${longWord}', 100), subject = '${longWord}', text = '${longWord}';
  update applications set full_name = '${longWord}', phone = left('${longWord}', 50), links = 'https://${longWord}.test';
  update application_answers set question = '${longWord}', answer = '${longWord}';
  update application_entries set subject = '${longWord}', text = '${longWord}', stage = left('${longWord}', 50);
  insert into application_ratings (tenant_id, application_id, person_id, stars, comment)
    select tenant_id, applications.id, people.id, 3, '${longWord}' from applications join people using (tenant_id) on conflict do nothing;
  update interviews set place = '${longWord}', agenda = '${longWord}';
  update hires set job_title = '${longWord}';
  insert into notifications (tenant_id, person_id, message) select tenant_id, id, '${longWord}' from people;
  insert into assignments (tenant_id, developer_id, new_manager_id, assigned_by_id)
    select tenant_id, id, manager_id, manager_id from people where manager_id is not null;
  insert into payments (tenant_id, stripe_session_id, amount, currency, payment_status, paid_until)
    select id, 'cs_test_${longWord}', 29, 'usd', 'paid', current_date from tenants where id > 0`
